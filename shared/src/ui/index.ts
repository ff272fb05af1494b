import './tokens.css'
import './base.css'

export { Alert, type AlertProps } from './Alert.tsx'
export { Badge, type BadgeProps } from './Badge.tsx'
export {
  Button,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
  buttonClass,
} from './Button.tsx'
export { cx } from './cx.ts'
export { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
export { IconButton, type IconButtonProps } from './IconButton.tsx'
export { CheckIcon, PenLineIcon } from './icons.ts'
export { Logo, type LogoProps } from './Logo.tsx'
export { PageTitle, type PageTitleProps } from './PageTitle.tsx'
export { Progress, type ProgressProps } from './Progress.tsx'
export { Skeleton, type SkeletonProps } from './Skeleton.tsx'
export { Stroke, type StrokeProps } from './Stroke.tsx'
export { StrokeLoader, type StrokeLoaderProps } from './StrokeLoader.tsx'
export { Surface, type SurfaceProps } from './Surface.tsx'
export { type Tone, ToneIcon } from './tone.tsx'
export { VisuallyHidden } from './VisuallyHidden.tsx'
