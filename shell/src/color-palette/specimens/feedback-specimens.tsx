import Check from 'lucide-react/icons/check'
import { RetryAlert } from 'shared/controls'
import { Alert, Badge, Button, EmptyState, Progress, Skeleton, StrokeLoader, type Tone, ToneIcon } from 'shared/ui'
import { SpecimenCase, SpecimenCases } from './SpecimenCases.tsx'
import type { Specimen } from './specimen.ts'

const tones: readonly { readonly tone: Tone; readonly word: string; readonly text: string }[] = [
  { tone: 'neutral', word: 'Neutro', text: 'Este documento es una muestra.' },
  { tone: 'info', word: 'Información', text: 'La invitación vence en siete días.' },
  { tone: 'success', word: 'Éxito', text: 'Documento firmado por ambas partes.' },
  { tone: 'warning', word: 'Advertencia', text: 'El archivo pesa casi 10 MB.' },
  { tone: 'error', word: 'Error', text: 'No se pudo enviar la invitación.' },
]

const RetryAlerts = () => <RetryAlert title="No pudimos cargar la lista" onRetry={() => undefined} />

const Alerts = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Tonos">
      {tones.map(({ tone, word, text }) => (
        <Alert key={tone} tone={tone} title={word}>
          {text}
        </Alert>
      ))}
    </SpecimenCase>
    <SpecimenCase name="Con acción">
      <Alert tone="error" title="No pudimos cargar esta parte" actions={<Button>Reintentar</Button>}>
        El resto del sitio sigue funcionando.
      </Alert>
    </SpecimenCase>
  </SpecimenCases>
)

const Badges = () => (
  <SpecimenCases>
    <SpecimenCase name="Tonos">
      {tones.map(({ tone, word }) => (
        <Badge key={tone} tone={tone} icon={<ToneIcon tone={tone} />}>
          {word}
        </Badge>
      ))}
    </SpecimenCase>
    <SpecimenCase name="Con icono">
      <Badge tone="success" icon={<Check />}>
        Firmado
      </Badge>
    </SpecimenCase>
  </SpecimenCases>
)

const ToneIcons = () => (
  <SpecimenCases>
    {tones.map(({ tone, word }) => (
      <SpecimenCase key={tone} name={word}>
        <span style={{ color: `var(--color-${tone})` }}>
          <ToneIcon tone={tone} />
        </span>
      </SpecimenCase>
    ))}
  </SpecimenCases>
)

const ProgressBars = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Con porcentaje">
      <Progress label="Subiendo" value={62} />
    </SpecimenCase>
    <SpecimenCase name="Con palabras">
      <Progress label="Páginas" value={2} max={5} valueText="2 de 5" />
    </SpecimenCase>
    <SpecimenCase name="Sin final conocido">
      <Progress label="Verificando el archivo" />
    </SpecimenCase>
    <SpecimenCase name="Completo">
      <Progress label="Archivo subido" value={100} />
    </SpecimenCase>
  </SpecimenCases>
)

const Skeletons = () => (
  <SpecimenCases wide>
    <SpecimenCase name="Una tarjeta que viene en camino">
      <Skeleton height="7rem" />
      <Skeleton width="70%" />
      <Skeleton width="40%" />
    </SpecimenCase>
  </SpecimenCases>
)

export const feedbackSpecimens: readonly Specimen[] = [
  {
    name: 'Alert',
    use: 'Un aviso dentro de la página. El color nunca habla solo: lo acompañan icono y palabra.',
    behaviour: 'Si aparece después, se lee en voz alta: con calma o de inmediato (live).',
    Example: Alerts,
  },
  { name: 'RetryAlert', use: 'Un fallo que puede pasar, con el botón para repetir.', Example: RetryAlerts },
  { name: 'Badge', use: 'El estado de algo, en una o dos palabras.', Example: Badges },
  { name: 'ToneIcon', use: 'El icono que acompaña a cada tono.', Example: ToneIcons },
  { name: 'Progress', use: 'Cuánto se ha avanzado, en una barra y en palabras.', Example: ProgressBars },
  {
    name: 'Skeleton',
    use: 'Guarda el lugar de lo que viene.',
    behaviour: 'Es silencioso: la región que lo contiene dice que está cargando.',
    Example: Skeletons,
  },
  {
    name: 'StrokeLoader',
    use: 'Algo viene en camino: el trazo se escribe hasta que llega.',
    behaviour: 'Quien prefiere menos movimiento ve el trazo quieto.',
    Example: () => <StrokeLoader text="Cargando documentos…" />,
  },
  {
    name: 'EmptyState',
    use: 'Aquí todavía no hay nada, y qué se puede hacer.',
    Example: () => (
      <EmptyState
        level={3}
        title="Aún no tienes documentos"
        text="Sube un PDF para marcar dónde va cada firma."
        action={<Button variant="primary">Subir documento</Button>}
      />
    ),
  },
]
