;;; test.el --- a session in Emacs with the real server  -*- lexical-binding: t -*-

;; What the guide tells a user of Emacs to put into the configuration is read from the guide, and used: open, localize by action and by command, read a suspect, edit, quit. Started by run-tests.sh; ends with
;; status 1 when a check fails. FAULTLENS_GUIDE is the page, FAULTLENS_WORKSPACE a folder with median.c.

;; Where Debian puts packages, which `-Q' does not look at.
(require 'package)
(add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
(package-initialize)

(defvar failures 0)

(defun check (name passed &optional info)
  "Print whether NAME has PASSED, with INFO beside it."
  (unless passed (setq failures (1+ failures)))
  (princ (format "%s %s%s\n" (if passed "ok   " "FAIL ") name (if info (format "  -- %s" info) "")))
  passed)

(defun eventually (condition)
  "Wait until CONDITION is true, and return what it returns; a loaded machine is not a failure."
  (let ((end (+ (float-time) 30)) found)
    (while (and (not (setq found (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.05))
    found))

(defun follow-the-guide ()
  "Evaluate every block of Emacs Lisp in the guide."
  (with-temp-buffer
    (insert-file-contents (getenv "FAULTLENS_GUIDE"))
    (let ((blocks 0))
      (while (re-search-forward "^```elisp\n\\(\\(?:.*\n\\)*?\\)```$" nil t)
        (setq blocks (1+ blocks))
        (eval (car (read-from-string (format "(progn %s)" (match-string 1)))) t))
      (check "the guide tells Emacs what to do" (= blocks 2)))))

(defun messages ()
  "The texts of all diagnostics of the buffer, as Flymake shows them."
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun message-with (pattern)
  "The first diagnostic that matches PATTERN."
  (seq-find (lambda (text) (string-match-p pattern text)) (messages)))

(defun line-of (text)
  "Go to the first line that contains TEXT."
  (goto-char (point-min))
  (search-forward text)
  (beginning-of-line-text))

(defun actions ()
  "The titles of the code actions of this line, each with the action."
  (let* ((range (list :start (eglot--pos-to-lsp-position (line-beginning-position))
                      :end (eglot--pos-to-lsp-position (line-end-position))))
         (found (jsonrpc-request
                 (eglot-current-server) :textDocument/codeAction
                 (list :textDocument (eglot--TextDocumentIdentifier) :range range :context '(:diagnostics [])))))
    (mapcar (lambda (action) (cons (plist-get action :title) action)) found)))

(defun action (pattern)
  "The first code action of this line whose title matches PATTERN."
  (seq-find (lambda (action) (string-match-p pattern (car action))) (actions)))

(defun run-action (action)
  "Do what Eglot does when ACTION is chosen."
  (let ((command (plist-get (cdr action) :command)))
    (eglot-execute-command (eglot-current-server) (intern (plist-get command :command)) (plist-get command :arguments))))

(defun session ()
  "What a user does."
  (find-file (expand-file-name "median.c" (getenv "FAULTLENS_WORKSPACE")))
  (c-mode)
  (apply #'eglot (eglot--guess-contact))
  (check "Eglot starts the server" (eglot-current-server))
  (flymake-mode 1)
  (let ((told (eventually (lambda () (message-with "2 of 8 tests fail; ")))))
    (check "that tests fail is seen without asking" told told))
  (line-of "int main(void)")
  (let ((localize (eventually (lambda () (action "localize 2 failing tests")))))
    (when (check "the code action at main tells how many tests fail" localize (car localize))
      (run-action localize)))
  (let ((suspect (eventually (lambda () (message-with "suspect 1 of")))))
    (check "suspects are diagnostics" suspect suspect)
    (check "they stand instead of the tests" (not (message-with "tests fail; "))))
  (line-of "m = b; /*")
  (let* ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams)))
         (text (format "%s" (plist-get hover :contents))))
    (check "hover explains" (string-match-p "Changing line 11 makes both failing tests pass" text) (substring text 0 (min 90 (length text)))))
  (check "a line can be called correct" (action "correct"))
  (check "the verified fix is a quick fix" (action "replace"))
  (line-of "int m = c;")
  (insert "\n    ")
  (run-hooks 'post-command-hook)
  (eglot--signal-textDocument/didChange)
  (check "an edit makes suspects stale" (eventually (lambda () (message-with "stale: "))))
  (faultlens-localize)
  (check "the guide's command localizes again"
         (eventually (lambda () (and (message-with "suspect 1 of") (not (message-with "stale: "))))))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server))
  (check "the server ends" (not (eglot-current-server))))

(setq eglot-sync-connect 30)
(follow-the-guide)
(condition-case problem
    (session)
  (error (check "no error" nil problem)))
(kill-emacs (min failures 1))

;;; test.el ends here
