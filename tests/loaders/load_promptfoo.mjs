// Run exported tests with promptfoo, its echo provider saying each right answer. Needs promptfoo, and no network.
//   node tests/loaders/load_promptfoo.mjs FOLDER PROMPTFOO
// PROMPTFOO is the command, such as node_modules/.bin/promptfoo.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [folder, command] = process.argv.slice(2).map((path) => resolve(path));
const env = {
  ...process.env,
  PROMPTFOO_CONFIG_DIR: join(folder, "promptfoo-home"),
  PROMPTFOO_DISABLE_TELEMETRY: "1",
  PROMPTFOO_DISABLE_UPDATE: "1",
  PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
};

function run(target, prompt, out) {
  const config = join(target, `${out}.config.json`);
  writeFileSync(
    config,
    JSON.stringify({ prompts: [prompt], providers: ["echo"], tests: `file://${join(target, "promptfoo.json")}` }),
  );
  const flags = ["--no-cache", "--no-write", "--no-table", "--no-progress-bar"];
  const done = spawnSync(command, ["eval", "-c", config, ...flags, "-o", join(target, out)], { env, encoding: "utf8" });
  assert.ok([0, 100].includes(done.status), `promptfoo ended with ${done.status}: ${done.stdout}${done.stderr}`);
  return JSON.parse(readFileSync(join(target, out), "utf8")).results.results;
}

function by(results, expected) {
  const found = new Map(results.map((one) => [one.testCase.metadata.id, one]));
  assert.equal(found.size, expected.length);
  return expected.map((one) => [one, found.get(one.id)]);
}

mkdirSync(env.PROMPTFOO_CONFIG_DIR, { recursive: true });
for (const name of ["own", "awkward"]) {
  const target = join(folder, name);
  const expected = JSON.parse(readFileSync(join(target, "expected.json"), "utf8"));
  for (const [one, result] of by(run(target, "{{question}}", "asked.json"), expected)) {
    assert.equal(result.response.output, one.question, "a question reaches the model to the letter");
  }
  for (const [one, result] of by(run(target, "{{gold_answer}}", "answered.json"), expected)) {
    assert.equal(result.response.output, one.gold_answer ?? "");
    assert.ok(result.success || one.answerable === false, `${one.id}: ${result.error}`);
  }
  console.log(`promptfoo runs ${name}: ${expected.length} tests`);
}
