/*
 * Plain JavaScript without imports: older versions of
 * Node have to be able to read it.
 */

/** First major version that runs our programs. `npm start` and `npm test` need less (`scripts/bootstrap.mjs`). */
export const NEEDED_NODE = 24

const ADVICE =
  'La instalación trae el suyo: ejecuta npx pnpm@12.21.0 install y pon node_modules/node/bin al principio de PATH.'

/**
 * @param {string} version `process.versions.node`
 * @param {number} needed major version
 * @param {string} advice
 * @returns {string | undefined} one line for people, undefined if it is new enough
 */
export const nodeProblem = (version, needed = NEEDED_NODE, advice = ADVICE) =>
  Number.parseInt(version, 10) >= needed
    ? undefined
    : `Se necesita Node ${needed} o posterior y este es Node ${version}. ${advice}`
