import FileUp from 'lucide-react/icons/file-up'
import { FileDrop, PasswordField, SelectField, TextAreaField, TextField } from 'shared/controls'
import { Cases } from './Cases.tsx'
import type { Specimen } from './specimen.ts'

const TextFields = () => (
  <Cases
    wide
    cases={[
      [
        'Vacío, con ayuda',
        <TextField key="0" label="Teléfono" placeholder="+506 8888 8888" help="Con prefijo del país." />,
      ],
      ['Lleno', <TextField key="1" label="Nombre" defaultValue="Elena" />],
      ['Con error', <TextField key="2" label="Email" defaultValue="elena@" error="El email no es válido" />],
      ['Solo lectura', <TextField key="3" label="Usuario" defaultValue="elena.rojas" readOnly />],
      ['Desactivado', <TextField key="4" label="Empresa" defaultValue="Estudio Rojas" disabled />],
    ]}
  />
)

const PasswordFields = () => (
  <Cases
    wide
    cases={[
      ['Lleno', <PasswordField key="0" label="Contraseña" defaultValue="tinta y papel" autoComplete="off" />],
      [
        'Con error',
        <PasswordField
          key="1"
          label="Nueva contraseña"
          autoComplete="off"
          error="La contraseña debe tener al menos 8 caracteres"
        />,
      ],
      ['Desactivado', <PasswordField key="2" label="Contraseña actual" autoComplete="off" disabled />],
    ]}
  />
)

const options = [
  { value: '1', label: 'PDF' },
  { value: '2', label: 'Documentos' },
  { value: '3', label: 'Imágenes', disabled: true },
]

const SelectFields = () => (
  <Cases
    wide
    cases={[
      ['Normal', <SelectField key="0" label="Tipo de documento" options={options} />],
      [
        'Con error',
        <SelectField
          key="1"
          label="Tipo de documento"
          options={[{ value: '', label: 'Elige uno' }, ...options]}
          error="Por favor selecciona un tipo de archivo"
        />,
      ],
      ['Desactivado', <SelectField key="2" label="Tipo de documento" options={options} disabled />],
    ]}
  />
)

const TextAreaFields = () => (
  <Cases
    wide
    cases={[
      ['Vacío, con ayuda', <TextAreaField key="0" label="Notas" help="Solo tú las ves." />],
      ['Con error', <TextAreaField key="1" label="Motivo" defaultValue="…" error="Cuéntanos un poco más" />],
      ['Desactivado', <TextAreaField key="2" label="Descripción" defaultValue="Muestra de una página" disabled />],
    ]}
  />
)

const FileDrops = () => {
  const area = {
    accept: 'application/pdf',
    invitation: { mouse: 'Arrastra un PDF aquí o haz clic para elegirlo', touch: 'Toca para elegir un PDF' },
    icon: <FileUp />,
    onFile: () => undefined,
  }
  return (
    <Cases
      wide
      cases={[
        ['Vacía, con ayuda', <FileDrop key="0" {...area} help={<p>Solo archivos PDF, hasta 10 MB.</p>} />],
        ['Con error', <FileDrop key="1" {...area} error="Solo se permiten archivos PDF" />],
        [
          'Con un archivo',
          <FileDrop key="2" {...area} chosen={{ details: <p>Contrato.pdf</p>, change: 'Cambiar archivo' }} />,
        ],
        ['Desactivada', <FileDrop key="3" {...area} disabled />],
      ]}
    />
  )
}

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
