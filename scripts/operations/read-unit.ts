/** The parts of a unit that a stand-in for systemd needs; the sandbox is left to `systemd-analyze verify`. */
export interface ServiceUnit {
  readonly type: string
  readonly user: string
  readonly folder: string
  readonly stateFolder: string | undefined
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Read at each start. */
  readonly environmentFile: string | undefined
}

const WORD = /'([^']*)'|"([^"]*)"|(\S+)/g

/** Quotes, `%%` and `$$` as in systemd.service(5); variables do not occur in our units. */
export const splitCommand = (line: string): string[] =>
  [...line.matchAll(WORD)]
    .map(([, single, double, plain]) => single ?? double ?? plain ?? '')
    .map((word) => word.replaceAll('%%', '%').replaceAll('$$', '$'))

/** Of a template like `postgresql@.service`: every line of the key, for one instance; a first `-` allows failure. */
export const readCommands = (unit: string, key: string, instance: string): string[][] =>
  [...unit.matchAll(new RegExp(`^${key}=-?(.*)$`, 'gm'))].map(([, line = '']) =>
    splitCommand(line.replaceAll('%i', instance)),
  )

const assignment = (text: string): [string, string] => {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Without comments and expansion. */
export const readVariables = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]\w*=/.test(line))
      .map(assignment)
      .map(([name, value]) => [name, value.replace(/^"(.*)"$/, '$1')]),
  )

export const readUnit = (text: string): ServiceUnit => {
  const lines = text
    .split('\n')
    .filter((line) => /^[A-Za-z]+=/.test(line))
    .map(assignment)
  const all = (name: string): string[] => lines.filter(([key]) => key === name).map(([, value]) => value)
  const one = (name: string): string | undefined => all(name).at(-1)
  const state = one('StateDirectory')
  return {
    type: one('Type') ?? 'simple',
    user: one('User') ?? 'root',
    folder: one('WorkingDirectory') ?? '/',
    stateFolder: state && `/var/lib/${state}`,
    command: splitCommand(one('ExecStart') ?? ''),
    environment: Object.fromEntries(all('Environment').flatMap(splitCommand).map(assignment)),
    environmentFile: one('EnvironmentFile'),
  }
}
