import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button, IconButton } from 'shared/ui'
import { Cases } from './Cases.tsx'
import type { Specimen } from './specimen.ts'

const Buttons = () => (
  <Cases
    cases={[
      [
        'Variantes',
        <>
          <Button variant="primary">Enviar invitación</Button>
          <Button>Guardar borrador</Button>
          <Button variant="ghost">Ver detalles</Button>
          <Button variant="danger">Eliminar documento</Button>
        </>,
      ],
      [
        'Pequeño y con icono',
        <>
          <Button size="sm">Editar</Button>
          <Button size="sm" variant="primary" icon={<Send />}>
            Enviar
          </Button>
          <Button icon={<Download />}>Descargar</Button>
        </>,
      ],
      [
        'Ocupado',
        <>
          <Button variant="primary" busy busyLabel="Enviando…">
            Enviar invitación
          </Button>
          <Button busy busyLabel="Guardando…">
            Guardar
          </Button>
        </>,
      ],
      [
        'Desactivado',
        <>
          <Button variant="primary" disabled>
            Enviar invitación
          </Button>
          <Button disabled>Guardar borrador</Button>
        </>,
      ],
    ]}
  />
)

function IconButtons() {
  const [pressed, setPressed] = useState(true)
  return (
    <Cases
      cases={[
        [
          'Normal y pequeño',
          <>
            <IconButton label="Editar" icon={<Pencil />} />
            <IconButton label="Descargar" size="sm" icon={<Download />} />
            <IconButton label="Eliminar" variant="secondary" icon={<Trash />} />
          </>,
        ],
        [
          'Interruptor',
          <IconButton
            key="toggle"
            label="Modo de edición"
            icon={<Pencil />}
            aria-pressed={pressed}
            onClick={() => setPressed(!pressed)}
          />,
        ],
        ['Desactivado', <IconButton key="disabled" label="Descargar" icon={<Download />} disabled />],
      ]}
    />
  )
}

export const actions: readonly Specimen[] = [
  {
    name: 'Button',
    use: 'Dice lo que va a pasar. Una sola acción principal por pantalla.',
    behaviour:
      'Al pasar, se oscurece el fondo o el borde; al pulsar, cede un poco; con el foco, un contorno de 2 px. Ocupado conserva su ancho y el foco, y no acepta otro clic.',
    Example: Buttons,
  },
  {
    name: 'IconButton',
    use: 'Un icono solo, con nombre para quien no lo ve.',
    behaviour: 'Al pasar, un fondo tenue y su nombre. Con aria-pressed es un interruptor.',
    Example: IconButtons,
  },
]
