import { build } from 'vite';
import { expect, test } from 'vitest';

import { WITHOUT_DESCRIPTIONS } from './without-descriptions.ts';

const bundled = async (input: string, ssr: boolean) => {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [WITHOUT_DESCRIPTIONS],
    build: { write: false, ssr, minify: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  });
  if (!('output' in output)) throw new Error('Nothing was built once');
  return output.output[0].code;
};

test('browsers load the endpoints without their descriptions, which the server has', async () => {
  const [browser, server] = [await bundled('src/contract/api-key.ts', false), await bundled('src/contract/api-key.ts', true)];
  const described = 'Requests with this key are refused from now on.';
  expect(server).toContain(described);
  expect(browser).not.toContain(described);
  expect(browser).toContain('summary: "Revoke an API key"');
});

test('a description shared by several endpoints is removed, too', async () => {
  const rule = 'For the console: requests that set or use the session cookie';
  expect(await bundled('src/contract/operation/operators.ts', true)).toContain(rule);
  expect(await bundled('src/contract/operation/operators.ts', false)).not.toContain(rule);
});

test('a schema property called description is kept', async () => {
  expect(await bundled('src/contract/catalogue.ts', false)).toContain('description: text(300)');
});
