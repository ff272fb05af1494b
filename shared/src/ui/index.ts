import './styles/tokens.css'
import './styles/base.css'

export {
  Button,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
  buttonClass,
} from './actions/Button.tsx'
export { IconButton, type IconButtonProps } from './actions/IconButton.tsx'
export { CheckIcon, PenLineIcon } from './actions/icons.ts'
export { Logo, type LogoProps } from './brand/Logo.tsx'
export { Stroke, type StrokeProps } from './brand/Stroke.tsx'
export { Alert, type AlertProps } from './feedback/Alert.tsx'
export { Badge, type BadgeProps } from './feedback/Badge.tsx'
export { EmptyState, type EmptyStateProps } from './feedback/EmptyState.tsx'
export { Progress, type ProgressProps } from './feedback/Progress.tsx'
export { Skeleton, type SkeletonProps } from './feedback/Skeleton.tsx'
export { StrokeLoader, type StrokeLoaderProps } from './feedback/StrokeLoader.tsx'
export { type Tone, ToneIcon } from './feedback/tone.tsx'
export { PageTitle, type PageTitleProps } from './layout/PageTitle.tsx'
export { Surface, type SurfaceProps } from './layout/Surface.tsx'
export { VisuallyHidden } from './layout/VisuallyHidden.tsx'
export { cx } from './styles/cx.ts'
