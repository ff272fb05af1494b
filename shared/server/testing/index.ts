export { ambiguousRequests, sendBytes, sendSlowly, statusLines } from './raw-requests.ts'
export { openStandInBucket, type StandInBucket } from './stand-in-bucket.ts'
export { openCollector, type ReceivedSpan, type StandInCollector } from './stand-in-collector.ts'
