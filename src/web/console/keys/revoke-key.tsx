import type { ApiListedKey } from '../../../contract/api-key.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Moment } from '../parts/words/moment.tsx';

/** Ends a key, and says first what stops. */
export function RevokeKey({ listed: { name, role, lastUsedAt, lastEventAt } }: { readonly listed: ApiListedKey }) {
  return (
    <ActDialog label="Revoke" title={`Revoke ${name}`} look="words">
      {(close) => (
        <ActForm act="revokeKey" label={`Revoke ${name}`} asked={() => ({ key: name })} done={`The key ${name} is revoked.`} onDone={close}>
          <p>
            Every program that shows it is refused from its next request on.
            {role === 'write' ? ' The points that it would post are not recorded until it has another key.' : ''}
          </p>
          <p>
            {lastUsedAt === null ? (
              'Nobody has used it, as far as is known.'
            ) : (
              <>
                It was last used <Moment at={lastUsedAt} />
                {lastEventAt === null ? (
                  '.'
                ) : (
                  <>
                    , and last posted points <Moment at={lastEventAt} />.
                  </>
                )}
              </>
            )}
          </p>
        </ActForm>
      )}
    </ActDialog>
  );
}
