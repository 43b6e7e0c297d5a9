// Self-contained, because it is copied into the site built for the bench (crowded-build.ts).
import type { SamplePlayer } from '../../src/sample/players.ts';

/** Two words form a username, as in the sample: 50 first words and 40 second words, in all combinations. */
const FIRST = (
  'Nova Pip Luna Old Moss Quill Koi Saffron Byte Tiny Ember Frost Velvet Copper Silent Lucky Marble Turbo Cosmic Rusty ' +
  'Amber Brave Coral Dusty Electric Feral Golden Hollow Iron Jade Kinetic Lunar Misty Neon Onyx Pixel Quiet Rapid Scarlet Thunder ' +
  'Ultra Vivid Wicked Xeno Young Zesty Arctic Bold Clever Daring'
).split(' ');
const SECOND = (
  'Falcon Voltage Tide Ironsides Golem Ash Commander Fox Badger Tempest Otter Raven Comet Lynx Mantis Panther Quokka Ranger Sparrow Titan ' +
  'Viper Walrus Yak Zephyr Anvil Beacon Cipher Drift Echo Forge Glider Harbor Inferno Jester Kestrel Lantern Meteor Nomad Orbit Pilot'
).split(' ');

/** Distinguishes names made of the same two words. */
const ENDINGS = ['', '7', '42', 'XL', 'Jr'];

const AVATARS = '🦅 ⚡ 🌙 🐢 🗿 🦔 🐟 🦊 🦡 🌪️ 🐼 🐙 🦁 🐺 🦉 🐝 🦋 🐬 🦖 🚀'.split(' ');

/** The maximum for {@link manyPlayers}. */
export const MOST_PLAYERS = FIRST.length * SECOND.length * ENDINGS.length;

/**
 * `count` players like the sample's, always the same: distinct two-word names, some ties, weekly points mostly ten times the daily
 * ones, in no order.
 *
 * @throws {RangeError} for more than {@link MOST_PLAYERS}.
 */
export function manyPlayers(count: number): SamplePlayer[] {
  if (count > MOST_PLAYERS) throw new RangeError(`There are names for ${MOST_PLAYERS} players, not for ${count}.`);
  return Array.from({ length: count }, (_, i) => {
    const chance = scramble(i);
    const dailyPoints = 500 + (chance % 60_000);
    return {
      id: `p${String(i + 1).padStart(5, '0')}`,
      username:
        FIRST[i % FIRST.length]! +
        SECOND[Math.floor(i / FIRST.length) % SECOND.length]! +
        ENDINGS[Math.floor(i / (FIRST.length * SECOND.length))]!,
      avatar: AVATARS[i % AVATARS.length]!,
      dailyPoints,
      weeklyPoints: chance % 5 === 0 ? dailyPoints * 7 : dailyPoints * 10,
    };
  });
}

/** A pseudo-random integer, the same on every machine. */
function scramble(i: number): number {
  let hash = Math.imul(i ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
