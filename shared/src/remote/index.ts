export {
  type MountOptions,
  type RemoteHost,
  RemoteHostProvider,
  RemoteMount,
  type RemoteMountProps,
  type SlotProps,
  UnavailableSlot,
  useRemoteHost,
} from './RemoteMount.tsx'
