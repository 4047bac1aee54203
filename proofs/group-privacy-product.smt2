; group-privacy-product, Scope(5): is there an instance that satisfies the hypotheses and not the conclusion?
; z3 5.4.1
(set-logic QF_UF)
(set-info :status sat)
(declare-fun |m[2]| () Bool)
(declare-fun |m[3]| () Bool)
(declare-fun |m[4]| () Bool)
(declare-fun |m[5]| () Bool)
(define-fun t!1 () Bool (not |m[5]|))
(assert (and (or |m[2]| (not |m[3]|)) (or |m[3]| (not |m[4]|)) (or |m[4]| t!1)))
(assert (not (and (not (and |m[4]| t!1)) t!1)))
(check-sat)
