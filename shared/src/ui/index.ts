import './styles/tokens.css'
import './styles/base.css'

export {
  Button,
  buttonClass,
} from './actions/Button.tsx'
export { IconButton, type IconButtonProps } from './actions/IconButton.tsx'
export { CheckIcon, PenLineIcon } from './actions/icons.ts'
export { Logo } from './brand/Logo.tsx'
export { Stroke } from './brand/Stroke.tsx'
export { Alert } from './feedback/Alert.tsx'
export { Badge } from './feedback/Badge.tsx'
export { EmptyState } from './feedback/EmptyState.tsx'
export { Progress } from './feedback/Progress.tsx'
export { Skeleton } from './feedback/Skeleton.tsx'
export { StrokeLoader } from './feedback/StrokeLoader.tsx'
export { type Tone, ToneIcon } from './feedback/tone.tsx'
export { PageTitle } from './layout/PageTitle.tsx'
export { Surface } from './layout/Surface.tsx'
export { VisuallyHidden } from './layout/VisuallyHidden.tsx'
export { cx } from './styles/cx.ts'
