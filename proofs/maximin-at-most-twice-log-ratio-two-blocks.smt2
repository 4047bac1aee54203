; maximin-at-most-twice-log-ratio-two-blocks, Scope(6): is there an instance that satisfies the hypotheses and not the conclusion?
; z3 5.4.1
(set-logic QF_UF)
(set-info :status sat)
(declare-fun |n[2]| () Bool)
(declare-fun |n[3]| () Bool)
(declare-fun |n[4]| () Bool)
(declare-fun |n[5]| () Bool)
(declare-fun |n[6]| () Bool)
(define-fun t!1 () Bool (not |n[6]|))
(assert (and (or |n[2]| (not |n[3]|)) (or |n[3]| (not |n[4]|)) (or |n[4]| (not |n[5]|)) (or |n[5]| t!1)))
(assert (not t!1))
(check-sat)
