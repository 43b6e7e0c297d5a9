// Commands that call one endpoint. Arguments are validated before any data is opened.
import { type EndpointId, ENDPOINTS } from '../../contract/api.ts';
import type { Answer, Endpoint, Variables } from '../../contract/endpoint.ts';
import { type ApiPreview, PREVIEW_QUERY, type PreviewedPeriod } from '../../contract/operation/previews.ts';
import { countOf } from '../words/count-of.ts';
import { checked, type Command, FLAG, type Named, type Options, parsed, TEXT, UsageError } from './command.ts';
import type { LiveData } from './live-data.ts';
import { periodWords } from '../../contract/parts/time-words.ts';

/** The options of every command that moves ranks. */
const PREVIEW_OPTIONS = { preview: FLAG, since: TEXT } as const;

type Said = string | readonly string[];

/** A command's arguments, its request and its output. */
interface EndpointCommand<Id extends EndpointId, Args extends readonly string[], Taken extends Options> {
  /** Argument names. */
  readonly args?: Args;
  readonly options?: Taken;
  /** Makes `--reason` required; says how the text is used. */
  readonly reason?: string;
  /** Makes the request; by default, arguments are path variables. @throws {UsageError} */
  readonly asked?: (
    named: Named<Args>,
    given: ReturnType<typeof parsed<Taken, Args>>['values'],
    reason: string,
  ) => Variables<(typeof ENDPOINTS)[Id]> & { readonly query?: object; readonly body?: object };
  readonly says: (answer: Exclude<Answer<(typeof ENDPOINTS)[Id]>, ApiPreview>, data: LiveData, named: Named<Args>) => Said | Promise<Said>;
}

/** A command that calls an endpoint, with preview options if the endpoint supports them. */
export function asking<
  Id extends EndpointId,
  const Args extends readonly string[] = [],
  const Taken extends Options = Record<string, never>,
>(id: Id, { args: names = [] as never, options = {} as Taken, reason: use, asked, says }: EndpointCommand<Id, Args, Taken>): Command {
  const endpoint: Endpoint = ENDPOINTS[id];
  const inPath: NonNullable<typeof asked> = (named) =>
    Object.fromEntries(Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name], i) => [name, named[i]])) as never;
  const isPreviewed = endpoint.query === PREVIEW_QUERY;
  return async (args, { data }) => {
    const { values, named } = parsed(args, names, {
      ...options,
      ...(isPreviewed && PREVIEW_OPTIONS),
      ...(use !== undefined && { reason: TEXT }),
    });
    const { preview, since, ...given } = values as { readonly preview?: boolean; readonly since?: string; readonly reason?: string };
    if (use !== undefined && given.reason === undefined) throw new UsageError(`--reason TEXT is missing. ${use}`);
    const { query, body, ...variables } = (asked ?? inPath)(named, given as never, given.reason!);
    if (query !== undefined) checked(endpoint.query!, query);
    if (endpoint.body !== undefined) checked(endpoint.body, body);
    const sent = endpoint.body && { body };
    const opened = await data();
    const how = isPreviewed ? { query: preview === true ? { preview: '1' } : { since } } : { query };
    const answer = (await opened.ask(id, { ...variables, ...how, ...sent } as never)) as object;
    return 'preview' in answer ? previewLines(answer as Previewed) : says(answer as never, opened, named);
  };
}

/** A preview; for an undo, also the opposite act and its fields. */
type Previewed = ApiPreview & { readonly act?: string; readonly before?: unknown; readonly after?: unknown };

/** The effects of an act, and the option that confirms it. */
function previewLines({ act, before, after, since, periods, selected, ban, due }: Previewed): readonly string[] {
  return [
    ...(act === undefined ? [] : [`${act}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`]),
    ...(selected === undefined ? [] : [`${countOf(selected.changed, 'item')} would change, ${selected.refused} would be left alone.`]),
    ...(ban === undefined ? [] : [`${countOf(ban.held, 'held event')} would be rejected, ${countOf(ban.events, 'event')} voided.`]),
    ...(periods.length === 0 ? ['No rank would change.'] : periods.flatMap(periodLines)),
    ...(due === undefined
      ? []
      : [
          `${countOf(due.total, 'prize')} would be due:`,
          ...due.first.map(({ rank, prize, player }) => `  rank ${rank}: ${JSON.stringify(prize)} for ${player.username}`),
        ]),
    'This is a preview; nothing changed. To go ahead if it still holds, add:',
    `--since ${since}`,
  ];
}

function periodLines(period: PreviewedPeriod): readonly string[] {
  const { players, others, podium, prizes } = period;
  return [
    `${period.board}, ${periodWords(period)}:`,
    ...players.map(({ player, before, after }) => `  ${player.username}: ${placeWords(before)} -> ${placeWords(after)}`),
    ...(others > 0 ? [`  ${countOf(others, 'other player')} would change rank.`] : []),
    ...(podium.changes ? [`  Podium: ${namesOf(podium.before)} -> ${namesOf(podium.after)}`] : []),
    ...prizes.map(({ player, before, after }) => `  Prize of ${player.username}: ${before ?? 'none'} -> ${after ?? 'none'}`),
  ];
}

function placeWords(place: PreviewedPeriod['players'][number]['before']): string {
  return place === null ? 'unranked' : `rank ${place.rank} with ${countOf(place.points, 'point')}`;
}

function namesOf(players: PreviewedPeriod['podium']['before']): string {
  return players.length === 0 ? 'nobody' : players.map(({ username }) => username).join(', ');
}
