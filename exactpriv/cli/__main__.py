"""``python -m exactpriv.cli`` is the program ``exactpriv``."""

from exactpriv.cli import main

main()
