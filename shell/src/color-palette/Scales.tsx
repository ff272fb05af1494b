import { type CSSProperties, type ReactNode, useState } from 'react'
import { Button } from 'shared/ui'
import { BothThemes } from './BothThemes.tsx'
import styles from './Scales.module.css'
import {
  controlSizes,
  cornerRadii,
  dialogVeils,
  lineLeadings,
  motionSteps,
  spaceTokens,
  surfaceShadows,
  textSizes,
  typeFaces,
} from './tokens.ts'
import { type TokenValues, useTokenValues } from './use-token-values.ts'

const token = (name: string) => `var(--${name})`

/** '0.9375rem' → '15 px' at the default text size. */
const inPixels = (value = ''): string => {
  const [, length, unit] = /^(\d*\.?\d+)(rem|px)$/.exec(value) ?? []
  return length === undefined ? value : `${Number(length) * (unit === 'rem' ? 16 : 1)} px`
}

interface RowProps {
  readonly name: string
  readonly values: TokenValues
  readonly use?: string
  readonly children?: ReactNode
}

function Row({ name, values, use, children }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <code>{name}</code> <span className={styles.value}>{inPixels(values.get(name))}</span>
      </span>
      {children}
      {use && <span className={styles.use}>{use}</span>}
    </li>
  )
}

const typeTokens = [
  ...typeFaces.map((face) => face.token),
  ...textSizes,
  ...lineLeadings.map((leading) => leading.token),
]

export function TypeScale() {
  const { ref, values } = useTokenValues<HTMLUListElement>(typeTokens)
  return (
    <ul ref={ref} className={styles.rows}>
      {typeFaces.map((face) => (
        <li key={face.token} className={styles.row}>
          <code>{face.token}</code>
          <span className={styles.specimen} style={{ fontFamily: token(face.token) }}>
            {face.text}
          </span>
          <span className={styles.use}>{face.use}</span>
        </li>
      ))}
      {textSizes.map((name) => (
        <Row key={name} name={name} values={values}>
          <span className={styles.specimen} style={{ fontSize: token(name), lineHeight: token('leading-title') }}>
            Firma aquí
          </span>
        </Row>
      ))}
      {lineLeadings.map(({ token: name, use }) => (
        <Row key={name} name={name} values={values} use={use}>
          <span className={styles.paragraph} style={{ lineHeight: token(name) }}>
            Leído lo anterior, ambas partes lo aprueban y firman de forma electrónica, en la fecha que consta en cada
            firma.
          </span>
        </Row>
      ))}
    </ul>
  )
}

export function SpaceScale() {
  const { ref, values } = useTokenValues<HTMLUListElement>(spaceTokens)
  return (
    <ul ref={ref} className={styles.rows}>
      {spaceTokens.map((name) => (
        <Row key={name} name={name} values={values}>
          <span className={styles.bar} style={{ inlineSize: token(name) }} />
        </Row>
      ))}
    </ul>
  )
}

const shapeTokens = [...cornerRadii, ...controlSizes, ...surfaceShadows, ...dialogVeils].map((shape) => shape.token)

function Shapes() {
  const { ref, values } = useTokenValues<HTMLUListElement>(shapeTokens)
  return (
    <ul ref={ref} className={styles.rows}>
      {cornerRadii.map(({ token: name, use }) => (
        <Row key={name} name={name} values={values} use={use}>
          <span className={styles.corner} style={{ borderStartStartRadius: token(name) }} />
        </Row>
      ))}
      {surfaceShadows.map(({ token: name, use }) => (
        <li key={name} className={styles.row}>
          <code>{name}</code>
          <span className={styles.floating} style={{ boxShadow: token(name) }} />
          <span className={styles.use}>{use}</span>
        </li>
      ))}
      {[...dialogVeils, ...controlSizes].map(({ token: name, use }) => (
        <Row key={name} name={name} values={values} use={use} />
      ))}
    </ul>
  )
}

export const ShapeScale = () => (
  <BothThemes>
    <Shapes />
  </BothThemes>
)

const motionTokens = motionSteps.map((motion) => motion.token)

export function MotionScale() {
  const { ref, values } = useTokenValues<HTMLUListElement>(motionTokens)
  const [there, setThere] = useState(false)
  const move = (duration: string): CSSProperties => ({
    transition: `translate ${token(duration)} ${token('ease-out')}`,
    translate: there ? 'var(--way) 0' : undefined,
  })
  return (
    <>
      <ul ref={ref} className={styles.rows}>
        {motionSteps.map(({ token: name, use }) => (
          <Row key={name} name={name} values={values} use={use}>
            {name.startsWith('duration') && (
              <span className={styles.track}>
                <span className={styles.runner} style={move(name)} />
              </span>
            )}
          </Row>
        ))}
      </ul>
      <Button onClick={() => setThere(!there)}>{there ? 'Mover de vuelta' : 'Mover'}</Button>
    </>
  )
}
