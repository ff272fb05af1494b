-- The log only grows. `INSERT OR REPLACE` deletes without firing delete triggers; the chain refuses it.
CREATE TRIGGER audit_events_fixed BEFORE UPDATE ON audit_events
  BEGIN SELECT RAISE(ABORT, 'audit_events: nothing is changed'); END;
CREATE TRIGGER audit_events_chain BEFORE INSERT ON audit_events
  WHEN NEW.number <> 1 + COALESCE((SELECT MAX(number) FROM audit_events WHERE document_id = NEW.document_id), 0)
    OR NEW.previous_hash <> COALESCE(
      (SELECT hash FROM audit_events WHERE document_id = NEW.document_id AND number = NEW.number - 1),
      '0000000000000000000000000000000000000000000000000000000000000000')
  BEGIN SELECT RAISE(ABORT, 'audit_events: an entry follows on the last one'); END;
-- Only the transaction that erases a document deletes its entries.
CREATE TRIGGER audit_events_keep BEFORE DELETE ON audit_events
  WHEN NOT EXISTS (SELECT 1 FROM erasures WHERE document_id = OLD.document_id)
  BEGIN SELECT RAISE(ABORT, 'audit_events: nothing is deleted'); END;
