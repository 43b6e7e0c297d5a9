// The linter's rules. Import rules are generated from the map of rooms.
import { defineConfig } from 'oxlint';

import { forbiddenTo, layerOf, PACKAGE_RULES, pathBetween, ROOMS, type Room } from './scripts/tools/rooms.ts';

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.suite.ts'];

/** The forbidden imports of a room's files, with what to do instead. */
function importsOf(room: Room) {
  const rooms = forbiddenTo(room).map((other) => ({
    // Only files in the folder itself: rooms below it have their own rules.
    regex: `^${pathBetween(room, other).replaceAll('.', '\\.')}/[^/]+$`,
    message: `${room.folder} is ${room.holds}. ${other.folder} is ${other.holds}. Take what you need as an argument, or move what both need to a room that both may use (scripts/tools/rooms.ts).`,
  }));
  const packages = PACKAGE_RULES.filter(({ layer }) => layer === layerOf(room)).map(({ refused, because }) => ({
    regex: refused,
    message: because,
  }));
  return { patterns: [...packages, ...rooms] };
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'vitest', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['build', 'reports', 'node_modules'],
  rules: {
    'react/react-in-jsx-scope': 'off',
    // Tables call these functions to render a cell; they are never rendered as components.
    'react/no-unstable-nested-components': ['error', { allowAsProps: true, propNamePattern: '{render*,cell}' }],
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'promise/valid-params': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'typescript/no-misused-spread': 'off',
    'vitest/no-conditional-expect': 'off',
    'typescript/consistent-return': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-meaningless-void-operator': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    eqeqeq: 'error',
    'no-console': 'off',
  },
  overrides: [
    ...ROOMS.map((room) => ({
      files: [`src/${room.folder}/*.{ts,tsx}`],
      excludeFiles: TESTS,
      rules: { 'no-restricted-imports': ['error', importsOf(room)] as ['error', ReturnType<typeof importsOf>] },
    })),
    {
      files: [...TESTS, 'tests/**/*.{ts,tsx}'],
      rules: {
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: 'Chance in tests comes from a printed seed: seeded() of tests/seeded.ts.' },
        ],
      },
    },
    {
      files: ['src/domain/**/*.{ts,tsx}'],
      excludeFiles: TESTS,
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'Date', message: 'Time is an argument in domain: epoch milliseconds, given by the caller.' },
        ],
        'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'Chance is an argument in domain.' }],
      },
    },
  ],
});
