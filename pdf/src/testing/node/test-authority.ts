import { makeAuthority as makeThrowAway } from '../../cms/node/throw-away-authority.ts'

export { openThrowAwayAuthority } from '../../cms/node/throw-away-authority.ts'

export const makeAuthority = () => makeThrowAway('Ana Mora')
