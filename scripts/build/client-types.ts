// The types of the client for web games, as text, from the endpoint table: users of the package have neither the contract nor zod.
import * as z from 'zod/mini';

import { ENDPOINTS } from '../../src/contract/api.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

const answer = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'output' }) as Schema;
const question = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input' }) as Schema;

/** The schemas of the client's answers and requests, by type name. */
const TYPES: Readonly<Record<string, Schema>> = {
  Guest: answer(ENDPOINTS.createGuest.answers[201].schema),
  LeftBoard: answer(ENDPOINTS.leaveBoard.answers[200].schema),
  GuestData: answer(ENDPOINTS.guestData.answers[200].schema),
  GuestEvents: answer(ENDPOINTS.guestEvents.answers[200].schema),
  MergeProposal: answer(ENDPOINTS.proposeMerge.answers[200].schema),
  BegunPlay: answer(ENDPOINTS.beginPlay.answers[201].schema),
  FinishBody: question(ENDPOINTS.finishPlay.body),
  Report: answer(ENDPOINTS.finishPlay.answers[201].schema),
  HeldReport: answer(ENDPOINTS.finishPlay.answers[202].schema),
  Rankings: answer(ENDPOINTS.rankings.answers[200].schema),
  RankingsQuery: question(ENDPOINTS.rankings.query),
  Profile: answer(ENDPOINTS.player.answers[200].schema),
};

/** `clients/web/src/contract.ts`. */
export function clientTypes(): string {
  const types = Object.entries(TYPES).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  return `// Generated from the endpoint table: npm run build:client\n${types.join('')}`;
}

/** @throws {Error} for a schema that cannot be expressed as a type, rather than publish a loose one. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].map((choice) => `(${choice})`).join(' | ');
  if (typeof schema.type === 'object') return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return `readonly (${typeOf(schema.items!)})[]`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      throw new Error(`The client has no type for ${JSON.stringify(schema)}`);
  }
}

function objectOf({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const doc = schema.description === undefined ? '' : `/** ${schema.description} */ `;
    return required.includes(name) ? `${doc}readonly ${name}: ${typeOf(schema)};` : `${doc}readonly ${name}?: ${typeOf(schema)} | undefined;`;
  });
  return `{ ${members.join(' ')} }`;
}
