import { build } from 'vite';
import { expect, test } from 'vitest';

import { WITHOUT_DESCRIPTIONS } from './without-descriptions.ts';

test('a browser loads the endpoints without their descriptions, which a server has', async () => {
  const bundled = async (ssr: boolean) => {
    const output = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [WITHOUT_DESCRIPTIONS],
      build: { write: false, ssr, minify: false, rolldownOptions: { input: 'src/contract/api-key.ts', preserveEntrySignatures: 'strict' } },
    });
    if (!('output' in output)) throw new Error('Nothing was built once');
    return output.output[0].code;
  };
  const [browser, server] = [await bundled(false), await bundled(true)];
  const described = 'It is refused from the next request on, and stays in the list.';
  expect(server).toContain(described);
  expect(browser).not.toContain(described);
  expect(browser).toContain('summary: "End an API key"');
});
