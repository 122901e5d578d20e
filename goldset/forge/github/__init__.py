"""Pull requests on GitHub and GitHub Enterprise.

    address = find_address(os.environ, origin_url)      # address.py
    account = find_account(os.environ, address)         # account.py; `account.token()` is for Git's pushes
    client = connect(address, account)                  # client.py; imports PyGithub, sends nothing yet
    facts = read_facts(client)                          # preflight.py; what stands in the way is an error
    host = GitHubHost(client, refs, HostSettings(…))    # host.py

Only `transport.py` imports PyGithub, and only when `connect` is called.
"""
