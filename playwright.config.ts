import { availableParallelism } from 'node:os';

import { defineConfig, type PlaywrightTestProject } from '@playwright/test';

import { NODE } from './scripts/tools/child-process.ts';
import { LAUNCH_ARGS } from './scripts/tools/find-browser.ts';

// Each worker reads this file again, so the port must not be chosen here.
const port = Number(process.env['LAURELS_TEST_PORT'] ?? 47_173);
const address = `http://127.0.0.1:${port}/`;
const executablePath = process.env['CHROME_PATH'];
const chromium: PlaywrightTestProject['use'] = {
  browserName: 'chromium',
  launchOptions: { args: [...LAUNCH_ARGS], ...(executablePath !== undefined && { executablePath }) },
};

export default defineConfig({
  outputDir: 'test-results',
  fullyParallel: true,
  // Tests mostly wait: for a page to paint, or for a connection to be retried.
  workers: 2 * availableParallelism(),
  // Timeouts only end tests that hang, so speed does not matter.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: 'reports/browser.json' }]],
  use: {
    baseURL: address,
    // Service workers would answer from their cache across pages; the tests about them enable them.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'chromium', testDir: 'tests/e2e', use: chromium },
    // Each of these tests has its own live server.
    { name: 'live', testDir: 'tests/e2e-live', use: chromium },
  ],
  webServer: {
    command: `"${NODE}" src/main/serve/sample-server.ts`,
    env: { PORT: String(port), HOST: '127.0.0.1' },
    url: address,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
