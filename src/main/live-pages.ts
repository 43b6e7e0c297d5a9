/** Answers the requests for pages; `undefined` for what is not one. */
export type LivePages = (request: Request) => Promise<Response> | undefined;

/** The live edition has no pages of its own yet: its address leads to the description of the API. */
export function createLivePages(): LivePages {
  return (request) => {
    const { pathname } = new URL(request.url);
    return pathname === '/' ? Promise.resolve(new Response(null, { status: 307, headers: { location: '/api' } })) : undefined;
  };
}
