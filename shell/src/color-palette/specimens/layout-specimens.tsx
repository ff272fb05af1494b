import FileText from 'lucide-react/icons/file-text'
import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { Tabs } from 'shared/controls'
import { Button, Logo, PageTitle, Stroke, Surface, VisuallyHidden } from 'shared/ui'
import styles from './SpecimenCases.module.css'
import { SpecimenCase, SpecimenCases } from './SpecimenCases.tsx'
import type { Specimen } from './specimen.ts'

const tabs = [
  { id: 'mine', label: 'Mis Documentos', icon: <FileText /> },
  { id: 'upload', label: 'Subir Documento', icon: <Upload /> },
  { id: 'signed', label: 'Documentos Firmados' },
] as const

function TabsExample() {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('mine')
  return (
    <Tabs label="Ejemplo de pestañas" tabs={tabs} selected={selected} onSelect={setSelected}>
      <p>Contenido de «{tabs.find((tab) => tab.id === selected)?.label}».</p>
    </Tabs>
  )
}

const Surfaces = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Se apoya">
      <Surface>Una hoja sobre el papel.</Surface>
    </SpecimenCase>
    <SpecimenCase name="Flota">
      <Surface raised>Una hoja por encima de la página.</Surface>
    </SpecimenCase>
    <SpecimenCase name="Con más aire">
      <Surface padding="lg">Para un formulario solo.</Surface>
    </SpecimenCase>
    <SpecimenCase name="Sin margen">
      <Surface padding="none">Para lo que trae el suyo.</Surface>
    </SpecimenCase>
  </SpecimenCases>
)

const Logos = () => (
  <div className={styles.logos}>
    {[1, 1.5, 2.5].map((size) => (
      <Logo key={size} style={{ fontSize: `${size}rem` }} />
    ))}
  </div>
)

const Strokes = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Subrayado">
      <Stroke />
    </SpecimenCase>
    <SpecimenCase name="Rúbrica">
      <Stroke variant="flourish" />
    </SpecimenCase>
    <SpecimenCase name="Se escribe sin parar">
      <Stroke variant="flourish" writing="always" />
    </SpecimenCase>
  </SpecimenCases>
)

export const layoutSpecimens: readonly Specimen[] = [
  {
    name: 'Tabs',
    use: 'Vistas de lo mismo, una a la vez.',
    behaviour:
      'Una sola parada del tabulador; flechas, Inicio y Fin eligen. En pantallas angostas, la lista se desliza.',
    Example: TabsExample,
  },
  { name: 'Surface', use: 'Una hoja sobre el papel.', Example: Surfaces },
  {
    name: 'PageTitle',
    use: 'El único título de primer nivel de una página, con su frase y sus acciones.',
    Example: () => (
      // The page already has an h1.
      <PageTitle aria-level={4} lead="Actualiza tus datos cuando cambien." actions={<Button>Editar</Button>}>
        Mi Perfil
      </PageTitle>
    ),
  },
  { name: 'Logo', use: 'La palabra en tinta sobre su trazo. Crece con el tamaño del texto.', Example: Logos },
  { name: 'Stroke', use: 'El trazo de la pluma: subraya, espera y adorna.', Example: Strokes },
  {
    name: 'VisuallyHidden',
    use: 'Se lee en voz alta y no se ve.',
    Example: () => (
      <p>
        Entre estas dos palabras hay una tercera: tinta <VisuallyHidden>invisible</VisuallyHidden> papel.
      </p>
    ),
  },
]
