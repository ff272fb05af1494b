import { BothThemes } from './BothThemes.tsx'
import styles from './ColourSamples.module.css'
import { colourPairs, contrastRatio, leastContrast } from './contrast.ts'
import { colourGroups } from './tokens.ts'
import { type TokenValues, useTokenValues } from './use-token-values.ts'

const tokens = [
  ...new Set([
    ...colourGroups.flatMap((group) => group.tokens.map((token) => `color-${token}`)),
    ...colourPairs.flatMap(({ foreground, background }) => [`color-${foreground}`, `color-${background}`]),
  ]),
]
const colour = (token: string) => `var(--color-${token})`

function Swatches() {
  const { ref, values } = useTokenValues<HTMLDivElement>(tokens)
  return (
    <div ref={ref} className={styles.groups}>
      {colourGroups.map((group) => (
        <div key={group.title}>
          <p className={styles.group}>{group.title}</p>
          <ul className={styles.swatches}>
            {group.tokens.map((token) => (
              <li key={token} className={styles.swatch}>
                <span className={styles.chip} style={{ background: colour(token) }} />
                <span className={styles.token}>{token}</span>
                <code className={styles.value}>{values.get(`color-${token}`)}</code>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

type Pair = (typeof colourPairs)[number]

const pairKey = ({ kind, foreground, background }: Pair): string => `${kind} ${foreground} ${background}`

/** A pair may be listed for several reasons. */
const pairs = [...new Map(colourPairs.map((pair) => [pairKey(pair), pair])).values()]

function PairSample({ pair, values }: { readonly pair: Pair; readonly values: TokenValues }) {
  const [front, back] = [values.get(`color-${pair.foreground}`), values.get(`color-${pair.background}`)]
  const ratio = front && back ? contrastRatio(front, back) : undefined
  const text = pair.kind === 'text'
  return (
    <tr>
      <td>
        <span
          className={text ? styles.sample : styles.markGround}
          style={{ background: colour(pair.background), ...(text ? { color: colour(pair.foreground) } : {}) }}
        >
          {text ? 'Aa' : <span className={styles.mark} style={{ borderColor: colour(pair.foreground) }} />}
        </span>
      </td>
      <th scope="row">
        {pair.foreground} <span className={styles.on}>sobre {pair.background}</span>
      </th>
      <td className={styles.ratio}>
        {ratio !== undefined && (
          <>
            {ratio.toFixed(1)} {ratio >= leastContrast[pair.kind] ? '✓' : '✗'}
          </>
        )}
      </td>
    </tr>
  )
}

const kinds = [
  { kind: 'text', title: 'Texto', least: leastContrast.text },
  { kind: 'control', title: 'Bordes y marcas', least: leastContrast.control },
] as const

function Ratios() {
  const { ref, values } = useTokenValues<HTMLDivElement>(tokens)
  return (
    <div ref={ref} className={styles.groups}>
      {kinds.map(({ kind, title, least }) => (
        <table key={kind} className={styles.ratios}>
          <caption>
            {title}: al menos {least} a 1
          </caption>
          <tbody>
            {pairs
              .filter((pair) => pair.kind === kind)
              .map((pair) => (
                <PairSample key={pairKey(pair)} pair={pair} values={values} />
              ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

export const ColourSamples = () => (
  <BothThemes>
    <Swatches />
  </BothThemes>
)

export const ContrastSamples = () => (
  <BothThemes>
    <Ratios />
  </BothThemes>
)
