return() { :; }

say() { answer=wrong; }
