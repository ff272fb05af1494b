export { lazyPart, retryFailedParts } from './lazy-part.tsx'
export {
  type MountOptions,
  type RemoteHost,
  RemoteHostProvider,
  RemoteMount,
  type SlotProps,
  UnavailableSlot,
  useRemoteHost,
} from './RemoteMount.tsx'
