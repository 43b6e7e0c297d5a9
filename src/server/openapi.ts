import { ENDPOINTS } from '../contract/api.ts';

/** The OpenAPI 3.1 description of the API. */
export function openApiDocument(): object {
  return { openapi: '3.1.0', paths: Object.fromEntries(Object.values(ENDPOINTS).map(({ path }) => [path, {}])) };
}
