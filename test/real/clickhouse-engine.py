"""Answers questions to ClickHouse's engine (the package chdb): one JSON object a line in, one a line out."""

import json
import sys

from chdb.session import Session

session = Session()
for line in sys.stdin:
    question = json.loads(line)
    try:
        answer = {"body": session.query(question["query"], "CSV", params=question["parameters"]).bytes().decode()}
    except Exception as error:  # The engine's own words are the answer.
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
