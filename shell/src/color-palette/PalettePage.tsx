import type { ComponentType, ReactNode } from 'react'
import { PageTitle } from 'shared/ui'
import { useFocusOnLateTitle } from '../page/page-change.ts'
import { BothThemes } from './BothThemes.tsx'
import { ColourSamples, ContrastSamples } from './ColourSamples.tsx'
import styles from './PalettePage.module.css'
import { MotionScale, ShapeScale, SpaceScale, TypeScale } from './Scales.tsx'
import { actionSpecimens } from './specimens/action-specimens.tsx'
import { dialogSpecimens } from './specimens/dialog-specimens.tsx'
import { feedbackSpecimens } from './specimens/feedback-specimens.tsx'
import { fieldSpecimens } from './specimens/field-specimens.tsx'
import { layoutSpecimens } from './specimens/layout-specimens.tsx'
import type { Specimen } from './specimens/specimen.ts'

/** PalettePage.test.tsx checks that none is missing. */
export const specimenFamilies: readonly { readonly title: string; readonly specimens: readonly Specimen[] }[] = [
  { title: 'Acciones', specimens: actionSpecimens },
  { title: 'Campos', specimens: fieldSpecimens },
  { title: 'Avisos y espera', specimens: feedbackSpecimens },
  { title: 'Diálogos', specimens: dialogSpecimens },
  { title: 'Página y marca', specimens: layoutSpecimens },
]

interface Chapter {
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly Content: ComponentType
}

const chapters: readonly Chapter[] = [
  {
    id: 'colores',
    title: 'Colores',
    lead: 'Papel cálido, tinta profunda y un solo acento.',
    Content: ColourSamples,
  },
  {
    id: 'contraste',
    title: 'Contraste',
    lead: 'Cada color sobre cada fondo en que aparece, medido en tu navegador según WCAG 2.2.',
    Content: ContrastSamples,
  },
  {
    id: 'tipografia',
    title: 'Tipografía',
    lead: 'Siete tamaños y dos letras. Las medidas siguen el tamaño de texto de tu navegador.',
    Content: TypeScale,
  },
  {
    id: 'espacio',
    title: 'Espacio',
    lead: 'Una retícula de 4 px: generosa afuera, apretada adentro.',
    Content: SpaceScale,
  },
  { id: 'forma', title: 'Forma', lead: 'Dos radios y una sombra.', Content: ShapeScale },
  {
    id: 'movimiento',
    title: 'Movimiento',
    lead: 'Breve, desde donde está la mano; nada se mueve para quien así lo prefiere.',
    Content: MotionScale,
  },
]

const idOf = (name: string): string => `componente-${name}`

function Contents() {
  return (
    <nav className={styles.contents} aria-label="En esta página">
      <ul className={styles.list}>
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      {specimenFamilies.map(({ title, specimens }) => (
        <div key={title}>
          <p className={styles.family}>{title}</p>
          <ul className={styles.list}>
            {specimens.map(({ name }) => (
              <li key={name}>
                <a href={`#${idOf(name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Section({ id, title, lead, children }: Omit<Chapter, 'Content'> & { readonly children: ReactNode }) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-titulo`}>
      <h2 id={`${id}-titulo`} className={styles.title}>
        {title}
      </h2>
      <p className={styles.lead}>{lead}</p>
      {children}
    </section>
  )
}

function SpecimenEntry({ name, use, behaviour, Example }: Specimen) {
  return (
    <section id={idOf(name)} className={styles.section} aria-labelledby={`${idOf(name)}-titulo`}>
      <h3 id={`${idOf(name)}-titulo`} className={styles.name}>
        {name}
      </h3>
      <p>{use}</p>
      {behaviour && <p className={styles.behaviour}>{behaviour}</p>}
      <BothThemes>
        <Example />
      </BothThemes>
    </section>
  )
}

export default function PalettePage() {
  useFocusOnLateTitle()
  return (
    <div className={styles.page}>
      <PageTitle
        className={styles.heading}
        lead="La guía de estilo viva de Trazo: cada color, cada medida y cada componente, en sus dos temas."
      >
        Paleta de colores
      </PageTitle>
      <Contents />
      <div className={styles.body}>
        {chapters.map(({ Content, ...chapter }) => (
          <Section key={chapter.id} {...chapter}>
            <Content />
          </Section>
        ))}
        {specimenFamilies.map(({ title, specimens }) => (
          <div key={title} className={styles.group}>
            <h2 className={styles.title}>{title}</h2>
            {specimens.map((specimen) => (
              <SpecimenEntry key={specimen.name} {...specimen} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
