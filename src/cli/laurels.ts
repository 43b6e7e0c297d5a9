#!/usr/bin/env node
import { run } from './run.ts';

const { stdout, stderr, env } = process;
process.exitCode = await run(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd(), clock: Date.now });
