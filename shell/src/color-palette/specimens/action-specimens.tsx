import Download from 'lucide-react/icons/download'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { ChoiceMenu } from 'shared/controls'
import { Button, IconButton } from 'shared/ui'
import { SpecimenCase, SpecimenCases } from './SpecimenCases.tsx'
import type { Specimen } from './specimen.ts'

const Buttons = () => (
  <SpecimenCases>
    <SpecimenCase name="Variantes">
      <Button variant="primary">Enviar invitación</Button>
      <Button>Guardar borrador</Button>
      <Button variant="ghost">Ver detalles</Button>
      <Button variant="danger">Eliminar documento</Button>
    </SpecimenCase>
    <SpecimenCase name="Pequeño y con icono">
      <Button size="sm">Editar</Button>
      <Button size="sm" variant="primary" icon={<Send />}>
        Enviar
      </Button>
      <Button icon={<Download />}>Descargar</Button>
    </SpecimenCase>
    <SpecimenCase name="Ocupado">
      <Button variant="primary" busy busyLabel="Enviando…">
        Enviar invitación
      </Button>
      <Button busy busyLabel="Guardando…">
        Guardar
      </Button>
    </SpecimenCase>
    <SpecimenCase name="Desactivado">
      <Button variant="primary" disabled>
        Enviar invitación
      </Button>
      <Button disabled>Guardar borrador</Button>
    </SpecimenCase>
  </SpecimenCases>
)

function IconButtons() {
  const [pressed, setPressed] = useState(true)
  return (
    <SpecimenCases>
      <SpecimenCase name="Normal y pequeño">
        <IconButton label="Editar" icon={<Pencil />} />
        <IconButton label="Descargar" size="sm" icon={<Download />} />
        <IconButton label="Eliminar" variant="secondary" icon={<Trash />} />
      </SpecimenCase>
      <SpecimenCase name="Interruptor">
        <IconButton
          label="Modo de edición"
          icon={<Pencil />}
          aria-pressed={pressed}
          onClick={() => setPressed(!pressed)}
        />
      </SpecimenCase>
      <SpecimenCase name="Desactivado">
        <IconButton label="Descargar" icon={<Download />} disabled />
      </SpecimenCase>
    </SpecimenCases>
  )
}

const Menu = () => (
  <ChoiceMenu
    title="Acciones"
    label="Acciones de Contrato.pdf"
    icon={<EllipsisVertical />}
    busy={false}
    choices={[
      { choice: 'remind', text: 'Recordar', hint: 'Podrás recordarle de nuevo mañana', disabled: true },
      { choice: 'link', text: 'Copiar enlace' },
      { choice: 'remove', text: 'Eliminar', removes: true },
    ]}
    onChoose={() => undefined}
  />
)

export const actionSpecimens: readonly Specimen[] = [
  {
    name: 'ChoiceMenu',
    use: 'Lo que se puede hacer con una fila, detrás de un botón.',
    behaviour: 'Esc y un clic fuera lo cierran; el foco vuelve a su botón antes de lo elegido.',
    Example: Menu,
  },
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
