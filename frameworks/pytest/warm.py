"""`proctor warm`: puts the plugin into the prepared directory, compiled. (pytest was compiled when it was installed.)"""
import os
import shutil
import subprocess
import sys

package = os.path.join(os.environ["PROCTOR_PREPARED"], "proctor_pytest")
plugin = os.path.join(os.path.dirname(os.path.abspath(__file__)), "plugin/proctor_pytest")
os.makedirs(package, exist_ok=True)
for name in filter(lambda name: name.endswith(".py"), os.listdir(plugin)):
    shutil.copyfile(os.path.join(plugin, name), os.path.join(package, name))  # whose user may be another than of the runs
for python in {sys.executable, "/usr/bin/python3"}:  # each that the runs may end up with has its own files
    if os.path.exists(python):
        subprocess.run([python, "-m", "compileall", "-q", "-f", package], check=True)
