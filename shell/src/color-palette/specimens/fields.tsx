import FileUp from 'lucide-react/icons/file-up'
import { FileDrop, PasswordField, SelectField, TextAreaField, TextField } from 'shared/controls'
import { Case, Cases } from './Cases.tsx'
import type { Specimen } from './specimen.ts'

const TextFields = () => (
  <Cases wide>
    <Case name="Vacío, con ayuda">
      <TextField label="Teléfono" placeholder="+506 8888 8888" help="Con prefijo del país." />
    </Case>
    <Case name="Lleno">
      <TextField label="Nombre" defaultValue="Elena" />
    </Case>
    <Case name="Con error">
      <TextField label="Email" defaultValue="elena@" error="El email no es válido" />
    </Case>
    <Case name="Solo lectura">
      <TextField label="Usuario" defaultValue="elena.rojas" readOnly />
    </Case>
    <Case name="Desactivado">
      <TextField label="Empresa" defaultValue="Estudio Rojas" disabled />
    </Case>
  </Cases>
)

const PasswordFields = () => (
  <Cases wide>
    <Case name="Lleno">
      <PasswordField label="Contraseña" defaultValue="tinta y papel" autoComplete="off" />
    </Case>
    <Case name="Con error">
      <PasswordField
        label="Nueva contraseña"
        autoComplete="off"
        error="La contraseña debe tener al menos 8 caracteres"
      />
    </Case>
    <Case name="Desactivado">
      <PasswordField label="Contraseña actual" autoComplete="off" disabled />
    </Case>
  </Cases>
)

const options = [
  { value: '1', label: 'PDF' },
  { value: '2', label: 'Documentos' },
  { value: '3', label: 'Imágenes', disabled: true },
]

const SelectFields = () => (
  <Cases wide>
    <Case name="Normal">
      <SelectField label="Tipo de documento" options={options} />
    </Case>
    <Case name="Con error">
      <SelectField
        label="Tipo de documento"
        options={[{ value: '', label: 'Elige uno' }, ...options]}
        error="Por favor selecciona un tipo de archivo"
      />
    </Case>
    <Case name="Desactivado">
      <SelectField label="Tipo de documento" options={options} disabled />
    </Case>
  </Cases>
)

const TextAreaFields = () => (
  <Cases wide>
    <Case name="Vacío, con ayuda">
      <TextAreaField label="Notas" help="Solo tú las ves." />
    </Case>
    <Case name="Con error">
      <TextAreaField label="Motivo" defaultValue="…" error="Cuéntanos un poco más" />
    </Case>
    <Case name="Desactivado">
      <TextAreaField label="Descripción" defaultValue="Muestra de una página" disabled />
    </Case>
  </Cases>
)

const area = {
  accept: 'application/pdf',
  invitation: { mouse: 'Arrastra un PDF aquí o haz clic para elegirlo', touch: 'Toca para elegir un PDF' },
  icon: <FileUp />,
  onFile: () => undefined,
}

const FileDrops = () => (
  <Cases wide>
    <Case name="Vacía, con ayuda">
      <FileDrop {...area} help={<p>Solo archivos PDF, hasta 10 MB.</p>} />
    </Case>
    <Case name="Con error">
      <FileDrop {...area} error="Solo se permiten archivos PDF" />
    </Case>
    <Case name="Con un archivo">
      <FileDrop {...area} chosen={{ details: <p>Contrato.pdf</p>, change: 'Cambiar archivo' }} />
    </Case>
    <Case name="Desactivada">
      <FileDrop {...area} disabled />
    </Case>
  </Cases>
)

const behaviour = 'Al pasar, el borde toma el color de la tinta; con el foco, el del acento y un contorno de 2 px.'

export const fields: readonly Specimen[] = [
  {
    name: 'TextField',
    use: 'Una línea de texto: nombre arriba, ayuda abajo, y el error en el lugar de la ayuda.',
    behaviour: `${behaviour} El error se lee en voz alta cuando aparece.`,
    Example: TextFields,
  },
  {
    name: 'PasswordField',
    use: 'Una contraseña que se puede mostrar un momento.',
    behaviour,
    Example: PasswordFields,
  },
  { name: 'SelectField', use: 'Una opción entre pocas, con el control del sistema.', behaviour, Example: SelectFields },
  {
    name: 'TextAreaField',
    use: 'Un texto de varias líneas, que crece con lo escrito.',
    behaviour,
    Example: TextAreaFields,
  },
  {
    name: 'FileDrop',
    use: 'Un archivo que entra: arrastrado, pegado o elegido. Toda el área es su etiqueta.',
    behaviour: 'Al pasar o arrastrar un archivo encima toma el tinte del acento; con el foco, un contorno de 2 px.',
    Example: FileDrops,
  },
]
