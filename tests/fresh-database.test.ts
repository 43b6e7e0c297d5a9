import pg from 'pg';
import { expect, it } from 'vitest';

import { freshDatabase } from './fresh-database.ts';

it('gives each caller a separate database, and drops it with all its connections', async () => {
  const [one, other] = [freshDatabase(), freshDatabase()];
  const inOne = await connect(await one.url());
  const inOther = await connect(await other.url());
  await inOne.query('CREATE TABLE mine (a int)');
  expect((await inOther.query("SELECT to_regclass('mine') AS found")).rows).toEqual([{ found: null }]);

  const cutOff = Promise.all([inOne, inOther].map((client) => new Promise((resolve) => client.on('error', resolve))));
  one.drop();
  other.drop();
  await cutOff;
  await expect.poll(async () => connect(await one.url()).then(() => 'connected', String)).toContain('does not exist');
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
