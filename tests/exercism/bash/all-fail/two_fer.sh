#!/usr/bin/env bash

echo "Two for $1"
