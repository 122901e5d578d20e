"""Pull requests on GitHub and GitHub Enterprise.

    address = find_address(os.environ, origin_url)             # address.py
    account = find_account(os.environ, address)                # account.py; `account.token` is for Git's pushes
    client = connect(address, account)                         # client.py; sends nothing yet
    facts = read_facts(client)                                 # preflight.py: the default branch, or what is wrong
    settings = HostSettings(set_name, facts.default_branch, labels, commits)
    preflight(client, settings, branches_to_write)             # preflight.py: reads only, before the first write
    host = GitHubHost(client, refs, settings, commit_source)   # host.py

Only `transport.py` imports PyGithub, and only once `connect` is called.
"""
