import FileUp from 'lucide-react/icons/file-up'
import { FileDrop, PasswordField, SelectField, TextAreaField, TextField } from 'shared/controls'
import { SpecimenCase, SpecimenCases } from './SpecimenCases.tsx'
import type { Specimen } from './specimen.ts'

const TextFields = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Vacío, con ayuda">
      <TextField label="Teléfono" placeholder="+506 8888 8888" help="Con prefijo del país." />
    </SpecimenCase>
    <SpecimenCase name="Lleno">
      <TextField label="Nombre" defaultValue="Elena" />
    </SpecimenCase>
    <SpecimenCase name="Con error">
      <TextField label="Email" defaultValue="elena@" error="El email no es válido" />
    </SpecimenCase>
    <SpecimenCase name="Solo lectura">
      <TextField label="Usuario" defaultValue="elena.rojas" readOnly />
    </SpecimenCase>
    <SpecimenCase name="Desactivado">
      <TextField label="Empresa" defaultValue="Estudio Rojas" disabled />
    </SpecimenCase>
  </SpecimenCases>
)

const PasswordFields = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Lleno">
      <PasswordField label="Contraseña" defaultValue="tinta y papel" autoComplete="off" />
    </SpecimenCase>
    <SpecimenCase name="Con error">
      <PasswordField
        label="Nueva contraseña"
        autoComplete="off"
        error="La contraseña debe tener al menos 8 caracteres"
      />
    </SpecimenCase>
    <SpecimenCase name="Desactivado">
      <PasswordField label="Contraseña actual" autoComplete="off" disabled />
    </SpecimenCase>
  </SpecimenCases>
)

const options = [
  { value: '1', label: 'PDF' },
  { value: '2', label: 'Documentos' },
  { value: '3', label: 'Imágenes', disabled: true },
]

const SelectFields = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Normal">
      <SelectField label="Tipo de documento" options={options} />
    </SpecimenCase>
    <SpecimenCase name="Con error">
      <SelectField
        label="Tipo de documento"
        options={[{ value: '', label: 'Elige uno' }, ...options]}
        error="Por favor selecciona un tipo de archivo"
      />
    </SpecimenCase>
    <SpecimenCase name="Desactivado">
      <SelectField label="Tipo de documento" options={options} disabled />
    </SpecimenCase>
  </SpecimenCases>
)

const TextAreaFields = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Vacío, con ayuda">
      <TextAreaField label="Notas" help="Solo tú las ves." />
    </SpecimenCase>
    <SpecimenCase name="Con error">
      <TextAreaField label="Motivo" defaultValue="…" error="Cuéntanos un poco más" />
    </SpecimenCase>
    <SpecimenCase name="Desactivado">
      <TextAreaField label="Descripción" defaultValue="Muestra de una página" disabled />
    </SpecimenCase>
  </SpecimenCases>
)

const area = {
  accept: 'application/pdf',
  invitation: { mouse: 'Arrastra un PDF aquí o haz clic para elegirlo', touch: 'Toca para elegir un PDF' },
  icon: <FileUp />,
  onFile: () => undefined,
}

const FileDrops = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Vacía, con ayuda">
      <FileDrop {...area} help={<p>Solo archivos PDF, hasta 10 MB.</p>} />
    </SpecimenCase>
    <SpecimenCase name="Con error">
      <FileDrop {...area} error="Solo se permiten archivos PDF" />
    </SpecimenCase>
    <SpecimenCase name="Con un archivo">
      <FileDrop {...area} chosen={{ details: <p>Contrato.pdf</p>, change: 'Cambiar archivo' }} />
    </SpecimenCase>
    <SpecimenCase name="Desactivada">
      <FileDrop {...area} disabled />
    </SpecimenCase>
  </SpecimenCases>
)

const behaviour = 'Al pasar, el borde toma el color de la tinta; con el foco, el del acento y un contorno de 2 px.'

export const fieldSpecimens: readonly Specimen[] = [
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
