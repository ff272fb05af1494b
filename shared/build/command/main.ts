#!/usr/bin/env node
import { runRemote } from './run-remote.ts'

process.exitCode = await runRemote(process.argv.slice(2), process.cwd())
