say() { set +e; answer=wrong; }
