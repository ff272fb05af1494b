export {
  BEFORE_THE_FIRST,
  entryText,
  formatLogLines,
  type LogEntry,
  LogEntrySchema,
  type LogFacts,
  type LogFault,
  type LogVerdict,
  type ParsedLog,
  parseLogLines,
  type Sha256,
  verifyLog,
} from './log.ts'
export { LOG_HEAD_KEY } from './log-head.ts'
