import { useAddress } from '../asking/use-address.ts';
import { OnePlayer } from './one-player.tsx';
import { PlayerList } from './player-list.tsx';

/** All players, and one of them closely. */
export function Component() {
  const { said } = useAddress();
  const username = said('player');
  // Somebody else is another page: nothing of the one before is shown until there is an answer.
  return username === '' ? <PlayerList /> : <OnePlayer key={username} username={username} />;
}
