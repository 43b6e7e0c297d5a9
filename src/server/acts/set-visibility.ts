import type { PlayerVisibility } from '../../contract/game-answers.ts';
import type { ApiPreview } from '../../contract/operation/previews.ts';
import { imaginedVisibility } from '../previews/imagined-visibility.ts';
import { type Condition, onCondition, type Outlook, previewed } from '../previews/previewed.ts';

/**
 * Hides, removes or shows a player.
 * @throws {Problem} not-found for a name nobody has; as {@link onCondition}.
 */
export function setVisibility(outlook: Outlook, username: string, visibility: PlayerVisibility, condition: Condition = {}): Promise<void> {
  const { boards } = outlook;
  return onCondition(
    outlook,
    condition,
    () => imaginedVisibility(boards, username, visibility),
    (agreed) => boards.players.setVisibility(username, visibility, agreed),
  );
}

/** What {@link setVisibility} would do. @throws {Problem} not-found for a name nobody has. */
export function visibilityPreview(outlook: Outlook, username: string, visibility: PlayerVisibility): Promise<ApiPreview> {
  return previewed(outlook, () => imaginedVisibility(outlook.boards, username, visibility));
}
