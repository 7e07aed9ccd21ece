#!/usr/bin/env bash
umask 777

pages() {
  echo $(( ($1 + $2 - 1) / $2 ))
}
