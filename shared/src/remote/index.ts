export {
  type RemoteHost,
  RemoteHostProvider,
  RemoteMount,
  type RemoteMountProps,
  useRemoteHost,
} from './RemoteMount.tsx'
