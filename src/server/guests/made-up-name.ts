import { randomInt } from 'node:crypto';

const QUALITIES = 'Brave Bright Calm Clever Cosmic Daring Gentle Golden Happy Lucky Mighty Nimble Quick Quiet Silver Swift'.split(' ');
const ANIMALS = 'Badger Bear Crane Falcon Fox Heron Lynx Marten Otter Owl Panda Puffin Raven Seal Stoat Wolf'.split(' ');

/** A name such as "Swift Otter 4821". `taken`: how many names were taken before; each adds a digit, up to nine. */
export function madeUpName(taken: number): string {
  const most = 10 ** Math.min(4 + taken, 9);
  return `${QUALITIES[randomInt(QUALITIES.length)]} ${ANIMALS[randomInt(ANIMALS.length)]} ${randomInt(most / 10, most)}`;
}
