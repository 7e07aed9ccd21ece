"""proctor's reporter for pytest. The modules are taken out of sys.modules once they are loaded: see session.run."""
