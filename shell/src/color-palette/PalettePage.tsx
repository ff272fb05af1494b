import type { CSSProperties } from 'react'
import { useEffect, useState } from 'react'
import { useTheme } from 'shared/state'
import { colourPairs, contrastRatio, leastContrast, PageTitle, Surface } from 'shared/ui'
import { useLateTitle } from '../frame/page-arrival.ts'
import styles from './PalettePage.module.css'

const groups = [
  { title: 'Papel y tinta', tokens: ['paper', 'surface', 'sunken', 'ink', 'muted', 'line', 'control'] },
  { title: 'Acento', tokens: ['accent', 'accent-strong', 'accent-tint', 'on-accent'] },
  {
    title: 'Tonos',
    tokens: ['neutral', 'info', 'success', 'warning', 'error'].flatMap((tone) => [tone, `${tone}-tint`]),
  },
]

const colour = (token: string) => `var(--color-${token})`

/** '#rrggbb' of a colour that the minifier may have written as '#rgb'. */
const fullHex = (value: string) => value.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3')

/** What the tokens stand for in the theme that is on: token → '#rrggbb', as far as the browser says. */
const useColours = (): ReadonlyMap<string, string> => {
  const theme = useTheme()
  const [colours, setColours] = useState<ReadonlyMap<string, string>>(new Map())
  // The tokens' values change with the theme.
  useEffect(() => {
    const root = getComputedStyle(document.documentElement)
    const tokens = new Set([
      ...groups.flatMap(({ tokens }) => tokens),
      ...colourPairs.flatMap(({ foreground, background }) => [foreground, background]),
    ])
    const read = (token: string) => fullHex(root.getPropertyValue(`--color-${token}`).trim())
    setColours(new Map([...tokens].map((token) => [token, read(token)] as const).filter(([, value]) => value !== '')))
  }, [theme])
  return colours
}

function Swatch({ token, value }: { readonly token: string; readonly value: string | undefined }) {
  const style: CSSProperties = { background: colour(token) }
  return (
    <li className={styles.swatch}>
      <span className={styles.chip} style={style} />
      <span className={styles.token}>{token}</span>
      <code className={styles.value}>{value}</code>
    </li>
  )
}

function Pair({
  pair,
  colours,
}: {
  readonly pair: (typeof colourPairs)[number]
  readonly colours: ReadonlyMap<string, string>
}) {
  const [front, back] = [colours.get(pair.foreground), colours.get(pair.background)]
  const ratio = front && back ? contrastRatio(front, back) : undefined
  const text = pair.kind === 'text'
  const style = { background: colour(pair.background), color: text ? colour(pair.foreground) : undefined }
  return (
    <li className={styles.pair} style={style}>
      {text ? (
        <span className={styles.sample}>Aa</span>
      ) : (
        <span className={styles.mark} style={{ borderColor: colour(pair.foreground) }} />
      )}
      <span className={styles.names}>
        {pair.foreground} / {pair.background}
      </span>
      {ratio !== undefined && (
        <span>
          {ratio.toFixed(1)} : 1 {ratio >= leastContrast[pair.kind] ? '✓' : '✗'}
        </span>
      )}
    </li>
  )
}

/** The theme on show: every colour, and every pair that stands on another with its contrast. */
export default function PalettePage() {
  useLateTitle()
  const colours = useColours()
  return (
    <div className={styles.page}>
      <PageTitle lead="Papel cálido, tinta profunda y un solo acento. Cambia el tema arriba para ver la otra mitad.">
        Paleta de colores
      </PageTitle>
      {groups.map(({ title, tokens }) => (
        <section key={title}>
          <h2 className={styles.heading}>{title}</h2>
          <ul className={styles.swatches}>
            {tokens.map((token) => (
              <Swatch key={token} token={token} value={colours.get(token)} />
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2 className={styles.heading}>Contraste</h2>
        <p className={styles.lead}>
          Texto: al menos {leastContrast.text} : 1. Bordes y marcas: al menos {leastContrast.control} : 1 (WCAG 2.2).
        </p>
        <Surface padding="none" className={styles.board}>
          <ul className={styles.pairs}>
            {colourPairs.map((pair) => (
              <Pair key={`${pair.kind} ${pair.foreground} ${pair.background}`} pair={pair} colours={colours} />
            ))}
          </ul>
        </Surface>
      </section>
    </div>
  )
}
