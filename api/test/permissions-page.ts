import { type AccessPolicy, accessPolicies } from '../src/domain/access/policies.ts'
import type { RouteAccess } from '../src/platform/http/actor.ts'
import { callSummaries } from '../src/platform/http/call-summaries.ts'
import type { ListedRoute } from '../src/platform/http/route.ts'

const callers: Readonly<Record<RouteAccess['kind'], string>> = {
  anyone: 'anyone; a bearer token is ignored',
  visitor: 'anyone; the policy decides',
  session: 'session',
  guest: 'guest',
  participant: 'participant',
  'session-or-guest': 'session or guest',
}

const programsOf = (access: RouteAccess): string =>
  'programs' in access && access.programs ? `\`${access.programs}\`` : ''

const rowsOf = (routes: readonly ListedRoute[], name: string): string[] =>
  routes.flatMap(({ method, url, rule }) =>
    rule && (rule.call.name === name || (name === 'listFiles' && rule.call.name === 'findFiles')) && method !== 'HEAD'
      ? [
          `| \`${rule.call.name === name ? method : 'GET'} ${url}\` | ${callSummaries[name] ?? ''} | ${callers[rule.access.kind]} | ${programsOf(rule.access)} |`,
        ]
      : [],
  )

const sectionOf = (routes: readonly ListedRoute[], { object, permissions, calls }: AccessPolicy): string => {
  const rules = permissions.map(
    ({ who, may, decidedBy }) => `| ${who} | ${may} | ${decidedBy.map(({ name }) => `\`${name}\``).join(', ')} |`,
  )
  return [
    `## ${object}`,
    ['| who | may | decided by |', '| --- | --- | --- |', ...rules].join('\n'),
    [
      '| call | what it does | caller | programs |',
      '| --- | --- | --- | --- |',
      ...calls.flatMap((name) => rowsOf(routes, name)),
    ].join('\n'),
  ].join('\n\n')
}

/** Of the policies and of the rules of the registered routes. */
export const permissionsPage = (routes: readonly ListedRoute[]): string =>
  `${[
    '# Who may do what',
    'Made from `api/src/domain/access/policies.ts` and from the rules of the routes: `pnpm permissions` writes it again.\nWhatever no row grants is refused: a route without a rule stops the start, and an object of others is not found.\nWithout a scope in the last column, tokens of programs are refused.',
    ...accessPolicies.map((policy) => sectionOf(routes, policy)),
  ].join('\n\n')}\n`
