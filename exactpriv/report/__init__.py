"""What people read: the table of verdicts, answers and explanations, measures of a table, JSON and STATEMENTS.md.

Modules: ``table`` (verdicts), ``answers`` (a claim in full sentences), ``explanation`` (step by step, by ``details``
and ``tracing``), ``measures``, ``records`` (JSON), ``statements`` (Markdown), ``instances`` (objects in words and as
plain data), ``screen`` (where lines appear).
"""
